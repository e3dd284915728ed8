import { type GltfJson, type JsonObject, objectAt, toObjectList } from '../../../files/gltf-json.ts'
import { ViewerError } from '../viewer-error.ts'

/** Amounts that determine a VRM's work per frame. */
export interface VrmDemand {
  joints: number
  /** Number of collision checks between joints and colliders. */
  collisions: number
  /** Number of properties that expressions change. */
  binds: number
  constraints: number
}

/** Limits for a VRM: five times the amounts of elaborate VRMs. */
export const VRM_LIMITS: VrmDemand = { joints: 2000, collisions: 50_000, binds: 20_000, constraints: 2000 }

/** Measures the demand of a VRM 0 or 1. Never throws. Stops counting the joints of VRM 0 above the limit. */
export function measureVrmDemand(json: GltfJson): VrmDemand {
  const extensions = (json as { extensions?: unknown }).extensions
  const vrm0 = partOf(extensions, 'VRM')
  const springDemands = [
    countSprings(partOf(extensions, 'VRMC_springBone')),
    countVrm0Springs(partOf(vrm0, 'secondaryAnimation'), json),
  ]
  const expressions = partOf(partOf(extensions, 'VRMC_vrm'), 'expressions')
  const presets = [partOf(expressions, 'preset'), partOf(expressions, 'custom')].flatMap((expressionGroup) =>
    Object.values(expressionGroup),
  )
  const groups = toObjectList(partOf(vrm0, 'blendShapeMaster')['blendShapeGroups'])
  return {
    joints: springDemands.reduce((sum, { joints }) => sum + joints, 0),
    collisions: springDemands.reduce((sum, { collisions }) => sum + collisions, 0),
    binds: toObjectList([...presets, ...groups]).reduce((sum, expression) => sum + bindsOf(expression), 0),
    constraints: toObjectList(json.nodes).filter((node) => 'VRMC_node_constraint' in partOf(node, 'extensions')).length,
  }
}

/** Throws a `ViewerError` (toolarge) for a VRM beyond the limits. */
export function assertVrmWithinLimits(json: GltfJson): void {
  const demand = measureVrmDemand(json)
  for (const kind of Object.keys(VRM_LIMITS) as (keyof VrmDemand)[]) {
    if (demand[kind] <= VRM_LIMITS[kind]) continue
    throw new ViewerError('toolarge', `The model needs ${demand[kind]} VRM ${kind}; the limit is ${VRM_LIMITS[kind]}`)
  }
}

function partOf(parent: unknown, name: string): JsonObject {
  const part: unknown = typeof parent === 'object' && parent !== null ? (parent as JsonObject)[name] : undefined
  return typeof part === 'object' && part !== null ? (part as JsonObject) : {}
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0)
const toList = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

const bindsOf = (expression: JsonObject): number =>
  ['morphTargetBinds', 'materialColorBinds', 'textureTransformBinds', 'binds', 'materialValues'].reduce(
    (sum, name) => sum + lengthOf(expression[name]),
    0,
  )

const countColliders = (groupIndices: unknown, groups: unknown): number =>
  toList(groupIndices).reduce<number>((sum, groupIndex) => sum + lengthOf(objectAt(groups, groupIndex)['colliders']), 0)

function countSprings({ springs, colliderGroups }: JsonObject) {
  const demands = toObjectList(springs).map((spring) => {
    const joints = lengthOf(spring['joints'])
    return { joints, collisions: joints * countColliders(spring['colliderGroups'], colliderGroups) }
  })
  return total(demands)
}

/** Counts spring bones of VRM 0, which lists only root bones. All descendants of a root bone swing too. */
function countVrm0Springs({ boneGroups, colliderGroups }: JsonObject, { nodes }: GltfJson) {
  let remaining = VRM_LIMITS.joints + 1
  const countDescendants = (root: unknown): number => {
    let count = 0
    const pending = [root]
    while (pending.length > 0 && remaining > 0) {
      const children = toList(objectAt(nodes, pending.pop())['children'])
      count += 1
      remaining -= 1
      for (const child of children) pending.push(child)
    }
    return count
  }
  const demands = toObjectList(boneGroups).map((group) => {
    const joints = toList(group['bones']).reduce<number>((sum, root) => sum + countDescendants(root), 0)
    return { joints, collisions: joints * countColliders(group['colliderGroups'], colliderGroups) }
  })
  return total(demands)
}

const total = (demands: readonly { joints: number; collisions: number }[]) => ({
  joints: demands.reduce((sum, { joints }) => sum + joints, 0),
  collisions: demands.reduce((sum, { collisions }) => sum + collisions, 0),
})
