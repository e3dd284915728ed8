/**
 * The most a model may ask for, counted before anything is decoded: `vertices` drawn (a mesh used twice counts twice),
 * `pixels` of all textures together, `nodes`, `depth` of the tree of nodes, and `bytes` that its arrays unpack to.
 */
export interface ModelBudget {
  vertices: number
  pixels: number
  nodes: number
  depth: number
  bytes: number
}

/** Ten times what a heavy avatar has, and still what a phone can bear. */
export const MODEL_BUDGET: ModelBudget = {
  vertices: 5_000_000,
  pixels: 16 * 4096 * 4096,
  nodes: 20_000,
  depth: 200,
  bytes: 512 * 1024 * 1024,
}

/** What a model asks for. */
export type ModelDemand = Readonly<ModelBudget>

/** The first thing of which `demand` is over `budget`, with both numbers; null when it fits. */
export function overBudget(
  demand: ModelDemand,
  budget: ModelBudget,
): { what: keyof ModelBudget; asked: number; allowed: number } | null {
  for (const what of ['depth', 'nodes', 'vertices', 'bytes', 'pixels'] as const) {
    if (!(demand[what] <= budget[what])) return { what, asked: demand[what], allowed: budget[what] }
  }
  return null
}
