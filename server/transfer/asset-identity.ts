import { createHash } from 'node:crypto'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { toNameKey } from '../db/values.ts'
import { parseContentName } from '../files/content-store.ts'
import type { AssetToExport } from './read-assets-to-export.ts'

type IdentityFields = Pick<ExportedAsset, 'name' | 'type' | 'gender' | 'tags' | 'iconRendered'>

interface FileChecksumsByKind {
  model: string | undefined
  icon: string | undefined
  texture: string | undefined
  psd: string | undefined
}

/**
 * Returns a fingerprint of name, type, gender, tags and file contents. Excludes values that differ between stores, and rendered
 * icons, because another server may not have rendered them yet.
 */
function hashIdentity(
  { name, type, gender, tags, iconRendered }: IdentityFields,
  { model, icon, texture, psd }: FileChecksumsByKind,
): string {
  const parts = [name, type, gender, tags.map(toNameKey).sort(), model, iconRendered ? null : icon, texture, psd]
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest('base64url')
}

export const computeRowIdentity = (row: ExportedAsset): string =>
  hashIdentity(row, {
    model: row.files.model.sha256,
    icon: row.files.icon?.sha256,
    texture: row.files.texture?.sha256,
    psd: row.files.psd?.sha256,
  })

export const computeAssetIdentity = (asset: AssetToExport): string =>
  hashIdentity(asset, {
    model: parseContentName(asset.modelUrl)?.sha256,
    icon: parseContentName(asset.iconUrl ?? '')?.sha256,
    texture: parseContentName(asset.textureUrl ?? '')?.sha256,
    psd: parseContentName(asset.psdUrl ?? '')?.sha256,
  })
