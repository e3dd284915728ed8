import { afterAll } from 'vitest'
import { INTERVALS, watchListeners, watchObservers, watchTimer } from './expect-no-leaks.ts'

// Fails a test file whose views leave listeners of the page, intervals or observers behind after they unmount. Without this
// check, no test notices a missing cleanup function of an effect: the leftover handler runs twice, or after unmounting.

/**
 * Matches a caller's line in a view, because views unmount. The app lasts as long as the page, and so does code outside functions,
 * which is the only code that starts in the first column.
 */
export const VIEW_LINE = /^(?!.*node_modules).*\/src\/(ui|inspector)\/.*:\d+:(?!1\b)\d+/

function failOnLeaks(): void {
  // Listeners of elements are garbage-collected with their element.
  const pageTargets = new Set<unknown>([globalThis, window, document, document.documentElement, document.body])
  const watchers = [
    watchListeners({ isWatched: (target) => pageTargets.has(target) }),
    watchTimer(INTERVALS),
    ...watchObservers(),
  ]
  // A setup file registers its hooks first, and after-hooks run in reverse order. So this hook follows the cleanup of the tests.
  afterAll(() => {
    for (const { restore } of watchers) restore()
    const leaks = watchers.flatMap(({ describeLeaks }) => describeLeaks()).filter((line) => VIEW_LINE.test(line))
    if (leaks.length > 0) throw new Error(`The views of this file leave behind:\n${[...new Set(leaks)].join('\n')}`)
  })
}

if ('document' in globalThis) failOnLeaks()
