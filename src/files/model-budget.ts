/**
 * Maximum resources of a model, counted before anything is decoded. `vertices` and `draws` count a mesh again for each node that
 * uses it. `morphs` is the total number of vertices in all morph targets. `depth` is the depth of the node tree. `bytes` is the
 * decoded size of the arrays. `pixels` is the total of all images.
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

/** Limits: ten times the resources of a heavy avatar. A phone can still show such a model, and a server renders it in seconds. */
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

export type ModelDemand = Readonly<ModelBudget>

export interface BudgetExcess {
  readonly what: keyof ModelBudget
  readonly required: number
  readonly limit: number
}

const ORDER = ['depth', 'nodes', 'draws', 'vertices', 'morphs', 'bytes', 'images', 'pixels'] as const

export function findBudgetExcess(demand: ModelDemand, budget: ModelBudget): BudgetExcess | null {
  for (const resource of ORDER) {
    if (!(demand[resource] <= budget[resource]))
      return { what: resource, required: demand[resource], limit: budget[resource] }
  }
  return null
}
