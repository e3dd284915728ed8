/** So many bytes are handed out before it is asked again whether that is allowed. */
const CHECK_BYTES = 8 * 1024 * 1024

/** However slowly they are read, it is asked again after so long, in milliseconds. */
const CHECK_MS = 10_000

/** When to ask again: after so many bytes, or so many milliseconds by a clock. */
export interface Checks {
  bytes?: number
  ms?: number
  clock?: () => number
}

/**
 * The same pieces, as long as it is allowed to have them: asked again on the way, for what is read for hours was allowed once.
 * Rejects as `check` does, and then nothing more comes.
 */
export async function* whileAllowed(
  pieces: AsyncIterable<Uint8Array>,
  check: () => Promise<void>,
  { bytes: most = CHECK_BYTES, ms = CHECK_MS, clock = () => performance.now() }: Checks = {},
): AsyncIterable<Uint8Array> {
  let [bytes, at] = [0, clock()]
  for await (const piece of pieces) {
    if (bytes >= most || clock() - at >= ms) {
      await check()
      bytes = 0
      at = clock()
    }
    bytes += piece.length
    yield piece
  }
}
