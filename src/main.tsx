import { LOAD_FAILED_EVENT } from './early/load-failure.ts'

/** Maximum time that a loaded app waits for the prefetched rows, in milliseconds. */
const FIRST_PAINT_TIMEOUT_MS = 120

/** Maximum time that a loaded app waits for received rows to be rendered, in milliseconds. */
const FIRST_PAINT_RENDER_TIMEOUT_MS = 2_000

const wait = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

/** Resolves when the code that the page has requested is loaded or has failed to load. */
async function waitForAppCode(): Promise<unknown> {
  await globalThis.atelierFilesRequested
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
  const whenSettled = (link: HTMLLinkElement) =>
    new Promise<unknown>((resolve) => {
      link.onload = resolve
      link.onerror = resolve
    })
  const isLoaded = ({ href }: HTMLLinkElement) => performance.getEntriesByName(href).length > 0
  return Promise.all(Array.from(links, (link) => isLoaded(link) || whenSettled(link)))
}

/** Resolves with the prerendered page, or with undefined if no page is prerendered in time. */
async function waitForFirstPaint() {
  const { atelierPrerenderedPage: firstPaint, atelierPrefetchedCall: prefetched } = globalThis
  if (!firstPaint) return undefined
  // A page without a prefetched call needs no data.
  const responseSettled = prefetched
    ? prefetched.response.then(
        () => true,
        () => true,
      )
    : true
  const rowsSettled = waitForAppCode().then(() => Promise.race([responseSettled, wait(FIRST_PAINT_TIMEOUT_MS)]))
  return Promise.race([
    firstPaint,
    rowsSettled.then((isAnswered) => (isAnswered ? wait(FIRST_PAINT_RENDER_TIMEOUT_MS) : undefined)),
  ])
}

/**
 * Returns the element to render into, once the prerendered page is painted. Running the app's code earlier would delay the paint.
 */
async function resolveMountElement(): Promise<HTMLElement> {
  const firstPaint = await waitForFirstPaint()
  // Cancels a prerendering that has not finished.
  globalThis.atelierPrerenderedPage = undefined
  await firstPaint?.painted
  return firstPaint?.appElement ?? document.getElementById('app')!
}

/** Runs the app; if its code or messages fail to load, the page shows a message. */
async function start(element: HTMLElement): Promise<void> {
  try {
    const { startAtelier } = await import('./start.tsx')
    await startAtelier({ element })
  } catch (error) {
    console.error(error)
    dispatchEvent(new Event(LOAD_FAILED_EVENT))
  }
}

/**
 * Shows the sign-in page before the rest of the app is loaded. If that fails, starts the whole app, which shows the page and the
 * error.
 */
async function startSignIn(element: HTMLElement): Promise<void> {
  try {
    const signIn = await import('./sign-in.tsx')
    await signIn.showSignIn(element, async (instance, unmount) => {
      const { showApp } = await import('./start.tsx')
      unmount?.()
      showApp(element, instance, unmount && '/signin')
    })
  } catch {
    await start(element)
  }
}

// A page that is redirecting needs no app.
if (!globalThis.atelierIsRedirecting)
  resolveMountElement().then(/^\/signin\/?$/.test(location.pathname) ? startSignIn : start)
