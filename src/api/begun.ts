import { bearer } from './bearing.ts'

/** A call that the page itself sent, before the app's code was there. */
export interface Begun {
  url: string
  /** The token it was sent with. */
  token: string
  /** When it was sent, by `performance.now()`. */
  since: number
  answer: Promise<Response>
  /** How whoever asks has laid the list out on this device; `undefined` where they have not. */
  layout: Promise<unknown>
}

/** A page that was drawn before the app's code was there. */
export interface FirstPage {
  /** Where the app draws: it takes the place of the page once it shows as much. */
  next: HTMLElement
  /** Fulfilled once it is on the screen. */
  painted: Promise<void>
}

declare global {
  /** What {@link Begun the page began}, until the app takes it. */
  var atelierBegun: Begun | undefined
  /** The page that is drawn of it; nothing where the app draws first. */
  var atelierFirst: Promise<FirstPage | undefined> | undefined
  /** Fulfilled once the page has asked for the app's files. */
  var atelierAsked: Promise<void> | undefined
  /** The app's code did not come, which the page has said. */
  var atelierIsMissing: boolean | undefined
  /** The page leads to another, and nothing is to begin on it. */
  var atelierLeaves: boolean | undefined
}

/** For how long, in milliseconds, the answer to what the page asked is the one to the app's own question. */
const FRESH_MS = 10_000

/**
 * A fetch that answers the app's first call with what the page has begun, where that is the same call with the same token;
 * once, and for a moment only. Where that did not come it asks itself.
 */
export function takingBegun(fetch?: typeof globalThis.fetch): typeof globalThis.fetch | undefined {
  let begun = globalThis.atelierBegun
  globalThis.atelierBegun = undefined
  if (!begun) return fetch
  const ask: typeof globalThis.fetch = (input, init) => (fetch ?? globalThis.fetch)(input, init)
  return (input, init) => {
    if (!begun || !(input instanceof Request) || !isSame(begun, input)) return ask(input, init)
    const { since, answer } = begun
    begun = undefined
    return performance.now() - since > FRESH_MS
      ? ask(input, init)
      : Promise.race([answer.catch(() => ask(input, init)), aborted(input.signal)])
  }
}

const isSame = ({ url, token }: Begun, { method, url: asked, headers }: Request): boolean =>
  method === 'GET' && asked === url && headers.get('authorization') === bearer(token)['authorization']

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const tell = () => reject(signal.reason)
    if (signal.aborted) tell()
    else signal.addEventListener('abort', tell, { once: true })
  })
