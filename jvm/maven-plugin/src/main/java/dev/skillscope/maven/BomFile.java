package dev.skillscope.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** The document on disk. It is moved into place whole, and the one before it is kept. */
final class BomFile {
    private BomFile() {}

    static void write(Path folder, String text) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("bom.json");
        if (Files.exists(file)) {
            byte[] before = Files.readAllBytes(file);
            if (isWhole(before)) {
                replace(folder.resolve("bom.last.json"), before);
            }
        }
        replace(file, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** One that was cut off hardly ends with the brace of the whole. */
    private static boolean isWhole(byte[] content) {
        return new String(content, StandardCharsets.UTF_8).trim().endsWith("}");
    }

    private static void replace(Path file, byte[] content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".new");
        try {
            Files.write(fresh, content);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
