import { format } from 'node:util'

/** Output of a test on a channel for faults: `console.error`, `console.warn`, a process warning or stderr. */
export interface PrintedOutput {
  source: string
  text: string
}

interface ExpectedOutput {
  pattern: RegExp | string
  isMatched: boolean
  isOptional: boolean
}

interface State {
  printed: PrintedOutput[]
  expected: ExpectedOutput[]
  isWatching: boolean
  /** Functions that replaced `console.log`. */
  wrapped: WeakSet<typeof console.log>
}

/** Messages of three.js. */
const LIBRARY_OUTPUT = /^THREE\./

// The state is global, because several test files in one process load this module, but the console is replaced only once.
const shared = globalThis as { atelierOutput?: State }
shared.atelierOutput ??= { printed: [], expected: [], isWatching: false, wrapped: new WeakSet() }
const state = shared.atelierOutput

/**
 * Declares that the running test prints `pattern` to the console or to stderr, and hides this output. The test fails if the
 * output is missing, or if the test prints anything else. With `isOptional`, the output may be missing, for example because it
 * depends on timing.
 */
export function expectOutput(pattern: RegExp | string, { isOptional = false } = {}): void {
  state.expected.push({ pattern, isMatched: false, isOptional })
}

const matchesOutput = ({ pattern }: ExpectedOutput, text: string) =>
  typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text)

/** Returns the output faults of the finished test and clears its output: unexpected output, and missing expected output. */
export function takeOutputFaults(): string[] {
  const { printed, expected } = state
  const unexpected = printed.filter(({ text }) => {
    const matching = expected.filter((expectation) => matchesOutput(expectation, text))
    for (const expectation of matching) expectation.isMatched = true
    return matching.length === 0
  })
  const missing = expected.filter((expectation) => !expectation.isMatched && !expectation.isOptional)
  state.printed = []
  state.expected = []
  return [
    ...unexpected.map(({ source, text }) => `unexpected output on ${source}: ${text}`),
    ...missing.map(({ pattern }) => `expected output is missing: ${pattern}`),
  ]
}

/**
 * Captures the output of this process on the channels for faults. Has to be called for each test file, because Vitest may create
 * a new console.
 */
export function watchOutput(): void {
  for (const method of ['error', 'warn'] as const)
    console[method] = (...values: unknown[]) => recordOutput(`console.${method}`, format(...values))
  watchLibraries()
  if (state.isWatching) return
  state.isWatching = true
  process.on('warning', ({ stack, message }) => recordOutput('the process (a warning)', stack ?? message))
  process.stderr.write = ((chunk: string | Uint8Array, ...args: unknown[]) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    // Node also prints process warnings, which the listener above records. `execFileSync` forwards an empty text if the child
    // process printed nothing.
    if (text.trim() && !/^\(node:\d+\) /.test(text)) recordOutput('stderr', text)
    const callback = args.at(-1)
    if (typeof callback === 'function') process.nextTick(callback)
    return true
  }) as typeof process.stderr.write
}

/** Captures the messages of libraries on `console.log`. Forwards all other messages. */
function watchLibraries(): void {
  const print = console.log
  if (state.wrapped.has(print)) return
  console.log = (...values: unknown[]) => {
    const text = format(...values)
    if (LIBRARY_OUTPUT.test(text)) recordOutput('console.log', text)
    else print(...values)
  }
  state.wrapped.add(console.log)
}

function recordOutput(method: string, text: string): void {
  state.printed.push({ source: method, text })
}
