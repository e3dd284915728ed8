import { createHash } from 'node:crypto'
import type { ExportedAsset } from '../../src/api/contract/manifest.ts'
import { fold } from '../db/values.ts'
import { parseName } from '../files/content-store.ts'
import type { AssetToExport } from './read-assets.ts'

type Named = Pick<ExportedAsset, 'name' | 'type' | 'gender' | 'tags' | 'iconRendered'>

/** The SHA-256 of each of an asset's files, by their kind. */
interface Contents {
  model: string | undefined
  icon: string | undefined
  texture: string | undefined
  psd: string | undefined
}

/**
 * What makes two assets the same, whatever store they are in: name, type, gender, tags and the content of their files. Not
 * their ids, times, rights and places; nor an icon that a server drew, which another one may draw later.
 */
function identity({ name, type, gender, tags, iconRendered }: Named, { model, icon, texture, psd }: Contents): string {
  const parts = [name, type, gender, tags.map(fold).sort(), model, iconRendered ? null : icon, texture, psd]
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => part ?? null)))
    .digest('base64url')
}

/** {@link identity} of an asset in a manifest. */
export const identityOfRow = (row: ExportedAsset): string =>
  identity(row, {
    model: row.files.model.sha256,
    icon: row.files.icon?.sha256,
    texture: row.files.texture?.sha256,
    psd: row.files.psd?.sha256,
  })

/** {@link identity} of an asset of this store. */
export const identityOfAsset = (asset: AssetToExport): string =>
  identity(asset, {
    model: parseName(asset.modelUrl)?.sha256,
    icon: parseName(asset.iconUrl ?? '')?.sha256,
    texture: parseName(asset.textureUrl ?? '')?.sha256,
    psd: parseName(asset.psdUrl ?? '')?.sha256,
  })
