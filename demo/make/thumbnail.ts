import type { RenderView } from '../../server/render/camera.ts'
import { renderIcon } from '../../server/render/icon.ts'
import { recolour } from '../../server/render/recolour.ts'
import type { CatalogueAsset } from './catalogue.ts'
import { createFigure } from './figure.ts'

export const THUMBNAIL_PIXELS = 256

const CLOSE_VIEW: Partial<RenderView> = { yaw: 0.32, pitch: 0.1 }

const VIEW_BY_TYPE: Readonly<Record<string, Partial<RenderView>>> = {
  hair: CLOSE_VIEW,
  eyes: { yaw: 0.12, pitch: 0.02, rest: 'middle' },
  eyebrows: { yaw: 0.12, pitch: 0.02, rest: 'middle' },
  beard: CLOSE_VIEW,
  headwear: { yaw: 0.42, pitch: 0.12 },
  facewear: CLOSE_VIEW,
  glasses: { yaw: 0.36, pitch: 0.16, rest: 'middle' },
  footwear: { yaw: 0.95, pitch: 0.24 },
}

const VIEW_BY_MODEL: Readonly<Record<string, Partial<RenderView>>> = {
  'models/brass-hoop.glb': { yaw: 1.22, pitch: 0.1 },
  'models/moss-satchel.glb': { yaw: Math.PI - 0.4, pitch: 0.14 },
  'models/lark-bag.glb': { yaw: 0.9, pitch: 0.14 },
  'models/north-plinth.glb': { yaw: 0.5, pitch: 0.24 },
}

/** Renders an asset in its colours, and characters as busts. */
export async function renderThumbnail(asset: CatalogueAsset, model: Uint8Array): Promise<Uint8Array> {
  const view =
    asset.type === 'costume' ? bustView(asset) : (VIEW_BY_MODEL[asset.model] ?? VIEW_BY_TYPE[asset.type] ?? {})
  const coloured = Object.keys(asset.colours).length > 0 ? recolour(model, asset.colours) : model
  return renderIcon(coloured, { size: THUMBNAIL_PIXELS, format: 'webp', quality: 80, view })
}

function bustView(asset: CatalogueAsset): Partial<RenderView> {
  return { yaw: 0.26, pitch: 0.06, minHeight: createFigure(asset.gender).head[1] - 0.345 }
}
