import type { ModelParts, ScenePart } from '../viewer/studio.ts'

/** A part as a row of the tree. */
export interface PartRow {
  part: ScenePart
  level: number
  /** What it is under; null for the first. */
  above: ScenePart | null
  /** Its own triangles and those of all under it. */
  triangles: number
}

/** The triangles of a part and of all under it. */
const allTriangles = (part: ScenePart): number =>
  part.parts.reduce((sum, one) => sum + allTriangles(one), part.triangles)

/** The rows that are in sight, where the parts of these numbers are open. */
export function rowsOf(root: ScenePart, open: ReadonlySet<number>): PartRow[] {
  const rows: PartRow[] = []
  const add = (part: ScenePart, level: number, above: ScenePart | null) => {
    rows.push({ part, level, above, triangles: allTriangles(part) })
    if (open.has(part.id)) for (const one of part.parts) add(one, level + 1, part)
  }
  add(root, 1, null)
  return rows
}

/** What is open at first: all down to the meshes, no skeletons. */
export function openAtFirst(root: ScenePart): Set<number> {
  const open = new Set<number>()
  const look = (part: ScenePart): boolean => {
    const holdsMesh = part.parts.map(look).some(Boolean)
    if (holdsMesh) open.add(part.id)
    return holdsMesh || part.triangles > 0
  }
  look(root)
  return open
}

/** Where a key leads in the tree: to another row, or to one opened or closed; null where it means nothing there. */
export function stepInTree(
  rows: readonly PartRow[],
  at: number,
  key: string,
  open: ReadonlySet<number>,
): { to: number } | { open: number } | { close: number } | null {
  const row = rows[at]
  if (!row) return null
  const { part, above } = row
  const isOpen = open.has(part.id) && part.parts.length > 0
  if (key === 'ArrowDown') return { to: Math.min(rows.length - 1, at + 1) }
  if (key === 'ArrowUp') return { to: Math.max(0, at - 1) }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: rows.length - 1 }
  if (key === 'ArrowRight') return isOpen ? { to: at + 1 } : part.parts.length > 0 ? { open: part.id } : null
  if (key !== 'ArrowLeft') return null
  if (isOpen) return { close: part.id }
  return above && { to: rows.findIndex((one) => one.part === above) }
}

/** Something that costs: a part, or a texture by its place. */
export interface CostRow {
  key: string
  name: string
  cost: number
  /** Of all that is listed, from 0 to 1. */
  share: number
  part?: number
  texture?: number
}

/** Every part that is drawn, the tree flattened. */
export const drawnParts = (root: ScenePart): ScenePart[] => [
  ...(root.bytes > 0 ? [root] : []),
  ...root.parts.flatMap(drawnParts),
]

/** What costs most comes first: parts by their triangles, or parts and textures by their bytes on the card. */
export function costsOf({ root, textures }: ModelParts, by: 'triangles' | 'memory'): CostRow[] {
  const parts = drawnParts(root).map((part) => ({
    key: `part ${part.id}`,
    name: part.name,
    cost: by === 'triangles' ? part.triangles : part.bytes,
    part: part.id,
  }))
  const pictures = textures.map(({ name, uses, bytes }, texture) => ({
    key: `texture ${texture}`,
    name: name || uses.join(', '),
    cost: bytes,
    texture,
  }))
  const all = [...parts, ...(by === 'memory' ? pictures : [])].filter(({ cost }) => cost > 0)
  const whole = all.reduce((sum, { cost }) => sum + cost, 0)
  return all.sort((one, two) => two.cost - one.cost).map((row) => ({ ...row, share: row.cost / whole }))
}

/** The part of that number. */
export function partOf(root: ScenePart, id: number): ScenePart | undefined {
  if (root.id === id) return root
  for (const part of root.parts) {
    const found = partOf(part, id)
    if (found) return found
  }
  return undefined
}
