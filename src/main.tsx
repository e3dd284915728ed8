import { MISSING } from './early/missing.ts'

/** For how long, in milliseconds, an app whose code is there waits for the rows that were begun. */
const PATIENCE_MS = 120

/** For how long it waits for rows that are there to be drawn. */
const DRAWING_MS = 2_000

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

/** Fulfilled when the code that the page has asked for is there, or is known not to come. */
async function codeArrived(): Promise<unknown> {
  await globalThis.atelierAsked
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
  const come = (link: HTMLLinkElement) =>
    new Promise<unknown>((resolve) => {
      link.onload = resolve
      link.onerror = resolve
    })
  const isThere = ({ href }: HTMLLinkElement) => performance.getEntriesByName(href).length > 0
  return Promise.all(Array.from(links, (link) => isThere(link) || come(link)))
}

/** The page that is drawn first, unless its rows take longer than the app would. */
async function firstPage() {
  const { atelierFirst: first, atelierBegun: begun } = globalThis
  if (!first) return undefined
  // What a page that asks for nothing is drawn of is there at once.
  const answered = begun
    ? begun.answer.then(
        () => true,
        () => true,
      )
    : true
  const isDrawing = codeArrived().then(() => Promise.race([answered, wait(PATIENCE_MS)]))
  return Promise.race([first, isDrawing.then((isAnswered) => (isAnswered ? wait(DRAWING_MS) : undefined))])
}

/** Where the app draws, once the page that is drawn first is on the screen: its code, run before, would hold that up. */
async function placeOf(): Promise<HTMLElement> {
  const first = await firstPage()
  // What comes later is not drawn any more.
  globalThis.atelierFirst = undefined
  await first?.painted
  return first?.next ?? document.getElementById('app')!
}

/** Runs the app; where its code or its sentences do not come, the page says so. */
async function start(element: HTMLElement): Promise<void> {
  try {
    const { startAtelier } = await import('./start.tsx')
    await startAtelier({ element })
  } catch (fault) {
    console.error(fault)
    dispatchEvent(new Event(MISSING))
  }
}

/** The page to sign in is shown without the app, which follows in its place; where it cannot be, by the app, which tells what is amiss. */
async function startSignIn(element: HTMLElement): Promise<void> {
  try {
    const signIn = await import('./sign-in.tsx')
    await signIn.startSignIn(element, async (begun, leave) => {
      const { showApp } = await import('./start.tsx')
      leave?.()
      showApp(element, begun, leave && '/signin')
    })
  } catch {
    await start(element)
  }
}

// Who is led elsewhere by the page's head has no use for either.
if (!globalThis.atelierLeaves) placeOf().then(/^\/signin\/?$/.test(location.pathname) ? startSignIn : start)
