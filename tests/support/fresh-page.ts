// Files that share a process share its page: each begins with an empty one, at the same address, with nothing in focus.
if ('document' in globalThis) {
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  getSelection()?.removeAllRanges()
}

export {}
