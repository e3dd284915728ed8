import type { Asset } from '../../src/api/contract/assets.ts'
import { computeETagFingerprint } from '../http/etag.ts'

/** Separates a version from the fingerprint of a response; neither contains it. */
const SEPARATOR = '~'

/**
 * Returns the `ETag` of an asset response: `updatedAt`, and a fingerprint of the response. The fingerprint covers what changes
 * without a new version: a rendered icon, a position shifted by other moves, the fields visible to the caller.
 */
export const computeAssetETag = (asset: Asset): string =>
  `"${asset.updatedAt}${SEPARATOR}${computeETagFingerprint(Buffer.from(JSON.stringify(asset)))}"`

/** Returns the versions in an `If-Match` header: from tags, strong or weak, or from bare `updatedAt` values. */
export const parseIfMatch = (ifMatch: string): string[] =>
  ifMatch.split(',').map(
    (tag) =>
      tag
        .trim()
        .replace(/^(?:W\/)?"(.*)"$/, '$1')
        .split(SEPARATOR)[0]!,
  )
