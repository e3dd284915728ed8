// Files that share a process share its page: each begins with an empty one, at the same address, with nothing in focus
// and nothing stored.
if ('document' in globalThis) {
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  getSelection()?.removeAllRanges()
}

export {}
