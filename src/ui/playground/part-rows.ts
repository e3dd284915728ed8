import type { ModelParts, ScenePart } from '../viewer/studio.ts'

export interface PartRow {
  part: ScenePart
  level: number
  /** Parent part; null for the root. */
  parent: ScenePart | null
  /** Number of triangles of the part and its descendants. */
  triangles: number
}

const countTriangles = (part: ScenePart): number =>
  part.parts.reduce((sum, child) => sum + countTriangles(child), part.triangles)

/** Returns the visible rows of the tree. `open` has the ids of expanded parts. */
export function listVisiblePartRows(root: ScenePart, open: ReadonlySet<number>): PartRow[] {
  const rows: PartRow[] = []
  const addRows = (part: ScenePart, level: number, parent: ScenePart | null) => {
    rows.push({ part, level, parent, triangles: countTriangles(part) })
    if (open.has(part.id)) for (const child of part.parts) addRows(child, level + 1, part)
  }
  addRows(root, 1, null)
  return rows
}

/** Returns the ids of the initially expanded parts: all ancestors of meshes. Skeletons stay collapsed. */
export function findInitiallyOpenParts(root: ScenePart): Set<number> {
  const open = new Set<number>()
  const visit = (part: ScenePart): boolean => {
    const containsMesh = part.parts.map(visit).some(Boolean)
    if (containsMesh) open.add(part.id)
    return containsMesh || part.triangles > 0
  }
  visit(root)
  return open
}

/**
 * Returns the effect of a key in the tree: the index of the next row, or the id of a part to expand or collapse. Null for other
 * keys.
 */
export function getTreeKeyAction(
  rows: readonly PartRow[],
  at: number,
  key: string,
  open: ReadonlySet<number>,
): { to: number } | { open: number } | { close: number } | null {
  const row = rows[at]
  if (!row) return null
  const { part, parent } = row
  const isOpen = open.has(part.id) && part.parts.length > 0
  if (key === 'ArrowDown') return { to: Math.min(rows.length - 1, at + 1) }
  if (key === 'ArrowUp') return { to: Math.max(0, at - 1) }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: rows.length - 1 }
  if (key === 'ArrowRight') return isOpen ? { to: at + 1 } : part.parts.length > 0 ? { open: part.id } : null
  if (key !== 'ArrowLeft') return null
  if (isOpen) return { close: part.id }
  return parent && { to: rows.findIndex((candidate) => candidate.part === parent) }
}

/** Entry of the cost ranking: a part by id, or a texture by index. */
export interface CostRow {
  key: string
  name: string
  cost: number
  /** Fraction of the total cost, from 0 to 1. */
  share: number
  part?: number
  texture?: number
}

/** Returns all parts of the tree that have geometry, as a flat list. */
export const listRenderedParts = (root: ScenePart): ScenePart[] => [
  ...(root.bytes > 0 ? [root] : []),
  ...root.parts.flatMap(listRenderedParts),
]

/** Returns the costs in descending order: triangles of parts, or GPU memory of parts and textures in bytes. */
export function rankCosts({ root, textures }: ModelParts, by: 'triangles' | 'memory'): CostRow[] {
  const partRows = listRenderedParts(root).map((part) => ({
    key: `part ${part.id}`,
    name: part.name,
    cost: by === 'triangles' ? part.triangles : part.bytes,
    part: part.id,
  }))
  const textureRows = textures.map(({ name, uses, bytes }, texture) => ({
    key: `texture ${texture}`,
    name: name || uses.join(', '),
    cost: bytes,
    texture,
  }))
  const costRows = [...partRows, ...(by === 'memory' ? textureRows : [])].filter(({ cost }) => cost > 0)
  const totalCost = costRows.reduce((sum, { cost }) => sum + cost, 0)
  return costRows.sort((a, b) => b.cost - a.cost).map((row) => ({ ...row, share: row.cost / totalCost }))
}

export function findScenePart(root: ScenePart, id: number): ScenePart | undefined {
  if (root.id === id) return root
  for (const part of root.parts) {
    const found = findScenePart(part, id)
    if (found) return found
  }
  return undefined
}
