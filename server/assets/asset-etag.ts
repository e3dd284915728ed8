import type { Asset } from '../../src/api/contract/assets.ts'
import { computeETagFingerprint } from '../http/etag.ts'

/** Character between version and fingerprint in an `ETag`. Neither of the two contains this character. */
const SEPARATOR = '~'

/**
 * Returns the `ETag` of an asset response: `updatedAt`, and a fingerprint of the response. The fingerprint covers changes without
 * a new version, such as a rendered icon or hidden fields.
 */
export const computeAssetETag = (asset: Asset): string =>
  `"${asset.updatedAt}${SEPARATOR}${computeETagFingerprint(Buffer.from(JSON.stringify(asset)))}"`

/** Returns the versions in an `If-Match` header. Accepts strong and weak tags, and bare `updatedAt` values. */
export const parseIfMatch = (ifMatch: string): string[] =>
  ifMatch.split(',').map(
    (tag) =>
      tag
        .trim()
        .replace(/^(?:W\/)?"(.*)"$/, '$1')
        .split(SEPARATOR)[0]!,
  )
