import type { FileFault } from './file.ts'
import { type Budget, type GlbNote, type GlbStats, MODEL_BUDGETS } from './glb-check.ts'
import type { ImageHeader } from './image-facts.ts'
import type { Judgement } from './judge-file.ts'

/** One thing worth knowing about a file: how it stands, and the key of its sentence with the values of its holes. */
export interface FileFact {
  readonly id: string
  readonly tone: 'ok' | 'warn'
  readonly word: string
  readonly params?: Readonly<Record<string, string | number>>
  /** Values of holes that are words themselves, by their keys. */
  readonly keys?: Readonly<Record<string, string>>
}

/** How much of something a model holds, and how much is fine. `textureBytes` is a size in bytes, the others are counts. */
export interface FileMeasure {
  readonly id: Budget
  readonly value: number
  readonly max: number
}

/** What checking a file came to: why it can't be taken, or what it holds. */
export interface FileVerdict {
  readonly fault: FileFault | null
  readonly facts: readonly FileFact[]
  readonly measures: readonly FileMeasure[]
  /** What the parts of a model are called; of other files nothing. */
  readonly names: readonly string[]
  /** What its materials are called. */
  readonly materials: readonly string[]
}

/** What people are told of every model, over its budget or not. */
const TOLD: readonly Budget[] = ['triangles', 'bones', 'morphTargets', 'textures', 'textureBytes', 'drawCalls']

/** What a person reads of a judged file. */
export function verdictOf(judged: Judgement): FileVerdict {
  if (judged.fault || 'archive' in judged)
    return { fault: judged.fault, facts: [], measures: [], names: [], materials: [] }
  if ('image' in judged)
    return { fault: null, facts: factsOfImage(judged.image), measures: [], names: [], materials: [] }
  const { notes, model, names, materials } = judged
  return { fault: null, facts: notes.map(factOfNote), measures: measuresOf(model), names, materials }
}

function factsOfImage({ width, height, colorType, bitDepth, colorSpace }: ImageHeader): FileFact[] {
  const keys = { color: `image.colors.${colorType}` }
  return [
    { id: 'image', tone: 'ok', word: 'fact.image', params: { width, height, bits: bitDepth }, keys },
    colorSpace === undefined
      ? { id: 'profile', tone: 'ok', word: 'fact.noProfile' }
      : { id: 'profile', tone: 'ok', word: 'fact.profile', params: { name: colorSpace } },
  ]
}

const measuresOf = (stats: GlbStats): FileMeasure[] =>
  TOLD.map((id) => ({ id, value: stats[id], max: MODEL_BUDGETS[id] }))

function factOfNote(note: GlbNote): FileFact {
  if (note.kind === 'overBudget') return { id: note.budget, tone: 'warn', word: `fact.over.${note.budget}` }
  return { id: `${note.kind} ${note.name}`, tone: 'warn', word: `fact.${note.kind}`, params: { name: note.name } }
}
