package dev.skillscope.maven;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/** The document on disk. It is moved into place whole, and the one before it is kept with its time. */
final class BomFile {
    private BomFile() {}

    static void write(Path folder, String text) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve("bom.json");
        if (isWhole(file)) {
            replace(folder.resolve("bom.last.json"),
                    fresh -> Files.copy(file, fresh, StandardCopyOption.COPY_ATTRIBUTES));
        }
        replace(file, fresh -> Files.write(fresh, (text + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** One that was cut off hardly ends with the brace of the whole. */
    private static boolean isWhole(Path file) throws IOException {
        return Files.exists(file)
                && new String(Files.readAllBytes(file), StandardCharsets.UTF_8).trim().endsWith("}");
    }

    private static void replace(Path file, Writing writing) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".new");
        try {
            writing.to(fresh);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private interface Writing {
        void to(Path file) throws IOException;
    }
}
