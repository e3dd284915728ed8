import type { AssetType } from '../../api/contract/assets.ts'

/** What of an asset decides how it is worn: what it is, where its model is, and which body it was made for. */
export interface Garment {
  readonly id: string
  readonly type: AssetType
  readonly modelUrl: string
  readonly bodyId?: string | undefined
}

/** The type of what everything else is worn on. */
export const BODY: AssetType = 'bodyshape'

/** So many things are worn at once: each is a model to be loaded. */
export const MOST_WORN = 16

/** What covers the same as other types do; each thing takes the place of one of its own type, too. */
const COVERS: Partial<Record<AssetType, readonly AssetType[]>> = {
  costume: ['outfit', 'top', 'bottom', 'footwear'],
  outfit: ['top', 'bottom'],
}

/** Of these there may be several. */
const ANY_NUMBER: readonly AssetType[] = ['custom']

const covers = (one: AssetType, other: AssetType) => COVERS[one]?.includes(other) ?? false

const excludes = (one: AssetType, other: AssetType) =>
  (one === other && !ANY_NUMBER.includes(one)) || covers(one, other) || covers(other, one)

/** What is worn once `one` is put on, or taken off where it is worn: what it cannot be worn with is taken off. */
export function withTurned<G extends Garment>(worn: readonly G[], one: G): G[] {
  const others = worn.filter(({ id }) => id !== one.id)
  if (others.length < worn.length) return others
  return [...others.filter(({ type }) => !excludes(one.type, type)), one].slice(-MOST_WORN)
}

/**
 * The body that things stand on: the one that is worn, else the one that most of them were made for, else the first there is.
 */
export function bodyOf<G extends Garment>(worn: readonly G[], bodies: readonly G[]): G | undefined {
  const own = worn.find(({ type }) => type === BODY)
  if (own) return own
  const made = (body: G) => worn.filter(({ bodyId }) => bodyId === body.id).length
  return bodies.reduce<G | undefined>((best, body) => (best && made(best) >= made(body) ? best : body), undefined)
}

/** Whether a thing was made for another body than the one that is shown. */
export const isMadeForOther = ({ type, bodyId }: Garment, body: Garment | undefined): boolean =>
  type !== BODY && bodyId !== undefined && body !== undefined && bodyId !== body.id

/** The addresses of the models that are shown together, the body's first: the others share its skeleton. */
export const modelsOf = (worn: readonly Garment[], body: Garment | undefined): string[] => [
  ...(body ? [body.modelUrl] : []),
  ...worn.filter(({ type }) => type !== BODY).map(({ modelUrl }) => modelUrl),
]
