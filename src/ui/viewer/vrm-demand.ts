import { type GltfJson, indexed, listOf, type Part } from '../../files/gltf-json.ts'
import { ViewerError } from './viewer-error.ts'

/** What the springs and expressions of a VRM ask for in each frame. */
export interface VrmDemand {
  /** Bones that swing. */
  joints: number
  /** Times a joint is kept out of a body. */
  touches: number
  /** Things that expressions change. */
  binds: number
  constraints: number
}

/** The most a VRM may ask for: five times what elaborate ones do. */
export const VRM_LIMITS: VrmDemand = { joints: 2000, touches: 50_000, binds: 20_000, constraints: 2000 }

/** Counts what a VRM of either version asks for. Never throws; counts no further than it takes to refuse it. */
export function vrmDemandOf(json: GltfJson): VrmDemand {
  const extensions = (json as { extensions?: unknown }).extensions
  const old = partOf(extensions, 'VRM')
  const now = [springsOf(partOf(extensions, 'VRMC_springBone')), oldSpringsOf(partOf(old, 'secondaryAnimation'), json)]
  const expressions = partOf(partOf(extensions, 'VRMC_vrm'), 'expressions')
  const presets = [partOf(expressions, 'preset'), partOf(expressions, 'custom')].flatMap((all) => Object.values(all))
  const groups = listOf(partOf(old, 'blendShapeMaster')['blendShapeGroups'])
  return {
    joints: now.reduce((sum, { joints }) => sum + joints, 0),
    touches: now.reduce((sum, { touches }) => sum + touches, 0),
    binds: listOf([...presets, ...groups]).reduce((sum, one) => sum + bindsOf(one), 0),
    constraints: listOf(json.nodes).filter((node) => 'VRMC_node_constraint' in partOf(node, 'extensions')).length,
  }
}

/** Throws a `ViewerError` (toolarge) for a VRM that asks for more than may be. */
export function refuseCostlyVrm(json: GltfJson): void {
  const demand = vrmDemandOf(json)
  for (const what of Object.keys(VRM_LIMITS) as (keyof VrmDemand)[]) {
    if (demand[what] <= VRM_LIMITS[what]) continue
    throw new ViewerError('toolarge', `The model asks for ${demand[what]} VRM ${what}; ${VRM_LIMITS[what]} may be`)
  }
}

function partOf(whole: unknown, name: string): Part {
  const part: unknown = typeof whole === 'object' && whole !== null ? (whole as Part)[name] : undefined
  return typeof part === 'object' && part !== null ? (part as Part) : {}
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)
const placesOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

const bindsOf = (expression: Part): number =>
  ['morphTargetBinds', 'materialColorBinds', 'textureTransformBinds', 'binds', 'materialValues'].reduce(
    (sum, name) => sum + lengthOf(expression[name]),
    0,
  )

/** How many bodies the groups at these places hold together. */
const bodiesOf = (places: unknown, groups: unknown): number =>
  placesOf(places).reduce<number>((sum, place) => sum + lengthOf(indexed(groups, place)['colliders']), 0)

function springsOf({ springs, colliderGroups }: Part) {
  const counted = listOf(springs).map((spring) => {
    const joints = lengthOf(spring['joints'])
    return { joints, touches: joints * bodiesOf(spring['colliderGroups'], colliderGroups) }
  })
  return total(counted)
}

/** Of the older version only the roots are told: all that hangs on them swings. */
function oldSpringsOf({ boneGroups, colliderGroups }: Part, { nodes }: GltfJson) {
  let left = VRM_LIMITS.joints + 1
  const below = (root: unknown): number => {
    let found = 0
    const open = [root]
    while (open.length > 0 && left > 0) {
      const children = placesOf(indexed(nodes, open.pop())['children'])
      found += 1
      left -= 1
      for (const child of children) open.push(child)
    }
    return found
  }
  const counted = listOf(boneGroups).map((group) => {
    const joints = placesOf(group['bones']).reduce<number>((sum, root) => sum + below(root), 0)
    return { joints, touches: joints * bodiesOf(group['colliderGroups'], colliderGroups) }
  })
  return total(counted)
}

const total = (counted: readonly { joints: number; touches: number }[]) => ({
  joints: counted.reduce((sum, { joints }) => sum + joints, 0),
  touches: counted.reduce((sum, { touches }) => sum + touches, 0),
})
