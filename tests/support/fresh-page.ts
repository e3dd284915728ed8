// Files that share a process share its page: each begins with an empty one, at the same address, with nothing in focus
// and nothing stored.
if ('document' in globalThis) {
  document.body.replaceChildren()
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  getSelection()?.removeAllRanges()
  keepFrames()
}

/**
 * jsdom draws its frames by an interval that lasts while one is asked for. One that began while a test has the clock stopped would
 * never tick, and no frame come any more for all files of the process: so one is always asked for, from before the first test.
 */
function keepFrames(): void {
  if (Object.hasOwn(window, 'areFramesKept')) return
  Object.assign(window, { areFramesKept: true })
  const ask = requestAnimationFrame
  const again = () => void ask(again)
  again()
}

export {}
