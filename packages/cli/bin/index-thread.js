require('../dist/index-thread.js').serveIndexing();
