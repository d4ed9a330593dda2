package dev.skillscope.maven;

import java.io.UnsupportedEncodingException;
import java.net.URLEncoder;

/** Package URLs of Maven's kind. */
final class Purl {
    private Purl() {}

    /** An empty classifier is left out. */
    static String of(String group, String name, String version, String classifier, String type) {
        String qualifiers = classifier.isEmpty() ? "?type=" : "?classifier=" + encode(classifier) + "&type=";
        return "pkg:maven/" + encode(group) + "/" + encode(name) + "@" + encode(version) + qualifiers + encode(type);
    }

    private static String encode(String text) {
        try {
            return URLEncoder.encode(text, "UTF-8").replace("+", "%20");
        } catch (UnsupportedEncodingException never) {
            throw new IllegalStateException(never);
        }
    }
}
