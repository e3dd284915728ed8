import type { Asset } from '../../src/api/contract/assets.ts'
import { fingerprintOf } from '../http/etag.ts'

/** Parts a version from the fingerprint of an answer; neither of them holds it. */
const BETWEEN = '~'

/**
 * The `ETag` of an asset as it is answered: its version, `updatedAt`, and the fingerprint of the answer, which changes also with
 * what follows from other things and makes no version: a drawn icon, a place that others moved, how much of it the caller sees.
 */
export const versionTag = (answer: Asset): string =>
  `"${answer.updatedAt}${BETWEEN}${fingerprintOf(Buffer.from(JSON.stringify(answer)))}"`

/** The versions that an `If-Match` names: by tags, strong or weak, or by `updatedAt` alone. */
export const versionsIn = (ifMatch: string): string[] =>
  ifMatch.split(',').map(
    (tag) =>
      tag
        .trim()
        .replace(/^(?:W\/)?"(.*)"$/, '$1')
        .split(BETWEEN)[0]!,
  )
