import type { View } from '../../server/render/camera.ts'
import { renderIcon } from '../../server/render/icon.ts'
import { recolour } from '../../server/render/recolour.ts'
import type { CatalogueAsset } from './catalogue.ts'
import { figure } from './figure.ts'

/** Thumbnails are square, this many pixels a side. */
export const THUMBNAIL = 256

const CLOSE: Partial<View> = { yaw: 0.32, pitch: 0.1 }

const VIEWS: Readonly<Record<string, Partial<View>>> = {
  hair: CLOSE,
  eyes: { yaw: 0.12, pitch: 0.02, rest: 'middle' },
  eyebrows: { yaw: 0.12, pitch: 0.02, rest: 'middle' },
  beard: CLOSE,
  headwear: { yaw: 0.42, pitch: 0.12 },
  facewear: CLOSE,
  glasses: { yaw: 0.36, pitch: 0.16, rest: 'middle' },
  footwear: { yaw: 0.95, pitch: 0.24 },
}

const OWN_VIEWS: Readonly<Record<string, Partial<View>>> = {
  'models/brass-hoop.glb': { yaw: 1.22, pitch: 0.1 },
  'models/moss-satchel.glb': { yaw: Math.PI - 0.4, pitch: 0.14 },
  'models/lark-bag.glb': { yaw: 0.9, pitch: 0.14 },
  'models/north-plinth.glb': { yaw: 0.5, pitch: 0.24 },
}

/** Renders an asset in its colours; characters as busts. */
export async function thumbnail(asset: CatalogueAsset, model: Uint8Array): Promise<Uint8Array> {
  const view = asset.type === 'costume' ? bust(asset) : (OWN_VIEWS[asset.model] ?? VIEWS[asset.type] ?? {})
  const coloured = Object.keys(asset.colours).length > 0 ? recolour(model, asset.colours) : model
  return renderIcon(coloured, { size: THUMBNAIL, format: 'webp', quality: 80, view })
}

function bust(asset: CatalogueAsset): Partial<View> {
  return { yaw: 0.26, pitch: 0.06, above: figure(asset.gender).head[1] - 0.345 }
}
