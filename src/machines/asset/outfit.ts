import type { AssetType } from '../../api/contract/assets.ts'

/** Properties of an asset that determine how it is worn: type, model, and the body it was made for. */
export interface Garment {
  readonly id: string
  readonly type: AssetType
  readonly modelUrl: string
  readonly bodyId?: string | undefined
}

/** Type of the asset that all other assets are worn on. */
export const BODY_TYPE: AssetType = 'bodyshape'

/** Maximum number of assets worn at a time. Each asset is a model to load. */
export const MAX_WORN_ASSETS = 16

/** Types that an asset of a type covers. An asset also replaces a worn asset of its own type. */
const COVERS: Partial<Record<AssetType, readonly AssetType[]>> = {
  costume: ['outfit', 'top', 'bottom', 'footwear'],
  outfit: ['top', 'bottom'],
}

const STACKABLE_TYPES: readonly AssetType[] = ['custom']

const covers = (one: AssetType, other: AssetType) => COVERS[one]?.includes(other) ?? false

const excludes = (one: AssetType, other: AssetType) =>
  (one === other && !STACKABLE_TYPES.includes(one)) || covers(one, other) || covers(other, one)

/** Puts an asset on, or takes it off if worn. Takes off incompatible assets. */
export function toggleGarment<G extends Garment>(worn: readonly G[], garment: G): G[] {
  const others = worn.filter(({ id }) => id !== garment.id)
  if (others.length < worn.length) return others
  const next = [...others.filter(({ type }) => !excludes(garment.type, type)), garment]
  // Beyond the maximum, the oldest garment is taken off, but never the body.
  const oldest = next.find(({ type }) => type !== BODY_TYPE)
  return next.length > MAX_WORN_ASSETS ? next.filter((worn) => worn !== oldest) : next
}

/** Returns the body to show: the worn body, else the body that most worn assets were made for, else the first body. */
export function chooseBody<G extends Garment>(worn: readonly G[], bodies: readonly G[]): G | undefined {
  const wornBody = worn.find(({ type }) => type === BODY_TYPE)
  if (wornBody) return wornBody
  const countMadeFor = (body: G) => worn.filter(({ bodyId }) => bodyId === body.id).length
  return bodies.reduce<G | undefined>(
    (best, body) => (best && countMadeFor(best) >= countMadeFor(body) ? best : body),
    undefined,
  )
}

export const isMadeForOtherBody = ({ type, bodyId }: Garment, body: Garment | undefined): boolean =>
  type !== BODY_TYPE && bodyId !== undefined && body !== undefined && bodyId !== body.id

/** Returns the URLs of all models to show. The body comes first, because the other models use its skeleton. */
export const modelUrlsOf = (worn: readonly Garment[], body: Garment | undefined): string[] => [
  ...(body ? [body.modelUrl] : []),
  ...worn.filter(({ type }) => type !== BODY_TYPE).map(({ modelUrl }) => modelUrl),
]
