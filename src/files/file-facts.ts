import type { ColorTypeKey, FileProblem } from './file-checks.ts'
import { type GlbNote, type GlbStats, RECOMMENDED_LIMITS, type RecommendedLimit } from './glb-check.ts'
import type { ImageHeader } from './image-facts.ts'
import type { FileValidation } from './validate-file.ts'

export type FileFactKey =
  | `fact.${'image' | 'profile' | 'noProfile' | Exclude<GlbNote['kind'], 'overBudget'>}`
  | `fact.over.${RecommendedLimit}`

export interface FileFact {
  readonly id: string
  readonly tone: 'ok' | 'warn'
  readonly messageKey: FileFactKey
  readonly params?: Readonly<Record<string, string | number>>
  /** Parameters that are message keys themselves. */
  readonly keys?: Readonly<Record<string, ColorTypeKey>>
}

/** Quantity in a model, with the recommended maximum. `textureBytes` is a size in bytes, the others are counts. */
export interface FileMeasure {
  readonly id: (typeof SHOWN_LIMITS)[number]
  readonly value: number
  readonly max: number
}

export interface FileVerdict {
  readonly fault: FileProblem | null
  readonly facts: readonly FileFact[]
  readonly measures: readonly FileMeasure[]
  /** Names of a model's nodes with a mesh, and of these meshes; empty for other files. */
  readonly names: readonly string[]
  readonly materials: readonly string[]
}

/** Budgets that are shown for every model, exceeded or not. */
const SHOWN_LIMITS = [
  'triangles',
  'bones',
  'morphTargets',
  'textures',
  'textureBytes',
  'drawCalls',
] as const satisfies readonly RecommendedLimit[]

export function toFileVerdict(validation: FileValidation): FileVerdict {
  if (validation.fault || 'archive' in validation)
    return { fault: validation.fault, facts: [], measures: [], names: [], materials: [] }
  if ('image' in validation)
    return { fault: null, facts: createImageFacts(validation.image), measures: [], names: [], materials: [] }
  const { notes, model, names, materials } = validation
  return { fault: null, facts: notes.map(createNoteFact), measures: createMeasures(model), names, materials }
}

function createImageFacts({ width, height, colorType, bitDepth, colorSpace }: ImageHeader): FileFact[] {
  const keys = { color: `image.colors.${colorType}` as const }
  return [
    { id: 'image', tone: 'ok', messageKey: 'fact.image', params: { width, height, bits: bitDepth }, keys },
    colorSpace === undefined
      ? { id: 'profile', tone: 'ok', messageKey: 'fact.noProfile' }
      : { id: 'profile', tone: 'ok', messageKey: 'fact.profile', params: { name: colorSpace } },
  ]
}

const createMeasures = (stats: GlbStats): FileMeasure[] =>
  SHOWN_LIMITS.map((id) => ({ id, value: stats[id], max: RECOMMENDED_LIMITS[id] }))

function createNoteFact(note: GlbNote): FileFact {
  if (note.kind === 'overBudget') return { id: note.budget, tone: 'warn', messageKey: `fact.over.${note.budget}` }
  return { id: `${note.kind} ${note.name}`, tone: 'warn', messageKey: `fact.${note.kind}`, params: { name: note.name } }
}
