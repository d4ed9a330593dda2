package dev.skillscope.maven;

/** What is said about a failure. */
final class Text {
    private Text() {}

    static String firstLine(Throwable failure) {
        String message = failure.getMessage() == null ? "" : failure.getMessage().trim();
        return message.isEmpty() ? failure.toString() : message.split("\\R", 2)[0];
    }
}
