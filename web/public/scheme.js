// Runs before the first paint: the colours somebody chose, or the system's. settings.svelte.ts goes on from here.
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
