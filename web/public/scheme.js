// Runs before the first paint. The colours somebody chose, or the system's; settings.svelte.ts goes on from here.
(function () {
  var scheme;
  try {
    scheme = JSON.parse(localStorage.getItem('fourfall.settings') || '{}').scheme;
  } catch {
    // No memory, or none that can be read: the system's colours.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  document.documentElement.dataset.scheme = scheme;
})();

// What the page that was asked for needs is fetched along with the first scripts.
(function () {
  /** Filled in by `scripts/ahead.ts`. */
  var pages = {};
  var page = location.pathname.split('/')[1];
  (Object.hasOwn(pages, page) ? pages[page] : []).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.append(link);
  });
})();
