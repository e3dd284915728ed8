import { stripQuery } from './admission.ts'

/**
 * Encoded dots and slashes, and backslashes. URL parsers convert these to dot segments and path separators, but proxies and
 * admission control do not. No valid path contains any of them.
 */
const DISGUISED = /%2e|%2f|%5c|\\/i

export function hasDisguisedSegments(target: string): boolean {
  const path = stripQuery(target)
  return DISGUISED.test(path) || path.split('/').some((segment) => segment === '.' || segment === '..')
}
