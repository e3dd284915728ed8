/**
 * The most a model may ask for, counted before anything is decoded: `vertices` drawn (a mesh used twice counts twice),
 * `draws` (the parts of meshes, each as often as a node shows it), `morphs` (vertices drawn times their morph targets),
 * `nodes`, `depth` of the tree of nodes, `bytes` that its arrays unpack to, `images`, and `pixels` of all of them together.
 */
export interface ModelBudget {
  vertices: number
  draws: number
  morphs: number
  nodes: number
  depth: number
  bytes: number
  images: number
  pixels: number
}

/** Ten times what a heavy avatar has, and still what a phone can bear and a server can draw in seconds. */
export const MODEL_BUDGET: ModelBudget = {
  vertices: 1_500_000,
  draws: 5000,
  morphs: 20_000_000,
  nodes: 20_000,
  depth: 200,
  bytes: 256 * 1024 * 1024,
  images: 500,
  pixels: 16 * 4096 * 4096,
}

/** What a model asks for. */
export type ModelDemand = Readonly<ModelBudget>

/** The first thing of which a model asks for more than it may, with both numbers. */
export interface Overdraft {
  readonly what: keyof ModelBudget
  readonly asked: number
  readonly allowed: number
}

const ORDER = ['depth', 'nodes', 'draws', 'vertices', 'morphs', 'bytes', 'images', 'pixels'] as const

/** The first thing of which `demand` is over `budget`; null when it fits. */
export function overBudget(demand: ModelDemand, budget: ModelBudget): Overdraft | null {
  for (const what of ORDER) {
    if (!(demand[what] <= budget[what])) return { what, asked: demand[what], allowed: budget[what] }
  }
  return null
}
