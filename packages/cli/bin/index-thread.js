require('../dist/main.js').serveIndexing();
