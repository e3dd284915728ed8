import { stripQuery } from './admission.ts'

/**
 * Encoded dots and slashes, and backslashes. URL parsers convert them to dot segments and path separators. Proxies and our own
 * queues do not, so both would see different paths. No path parameter contains a slash, and no client of ours encodes dots.
 */
const DISGUISED = /%2e|%2f|%5c|\\/i

/** Returns whether a URL parser would change the path of a raw request target. */
export function hasDisguisedSegments(target: string): boolean {
  const path = stripQuery(target)
  return DISGUISED.test(path) || path.split('/').some((segment) => segment === '.' || segment === '..')
}
