import type { WebGLRenderer } from 'three'
import { fromPromise } from 'xstate'
import { MODEL_BUDGET, type ModelBudget } from '../../files/model-budget.ts'
import { type ModelPart, type ModelSource, type Progress, partsOf } from '../../machines/rules/model-source.ts'
import { readParts } from './bytes.ts'
import type { ReadModel } from './fbx.ts'
import { assemble, type Model } from './model.ts'
import { hasSomethingToDraw, readModel } from './read-model.ts'
import { ViewerError } from './viewer-error.ts'

/** What reading a file takes, as the viewer is told of it now. */
export interface Reading {
  decoderPath: string | undefined
  allowExternal: boolean
  budget: Partial<ModelBudget> | undefined
  /** Whether a VRM is read as one. */
  vrm?: boolean | undefined
  /** Resolves with the renderer once there is one; rejects when there never will be. */
  renderer: () => Promise<WebGLRenderer>
  /** Aborted, with the reason, once there never will be one. */
  failing: AbortSignal
}

/** What the spawn machine invokes; `now` is asked when an actor needs it. */
export function spawnActors(now: () => Reading) {
  return {
    watchStage: fromPromise<never>(
      ({ signal }) =>
        new Promise((_, reject) => {
          const { failing } = now()
          const fail = () => reject(failing.reason)
          if (failing.aborted) fail()
          else failing.addEventListener('abort', fail, { once: true, signal })
        }),
    ),
    fetchParts: fromPromise<readonly ArrayBuffer[], { source: ModelSource; report: (progress: Progress) => void }>(
      async ({ input: { source, report }, signal }) => {
        // Nothing is fetched that could not be shown.
        now().failing.throwIfAborted()
        // A file in memory arrives also when it is no longer asked for.
        const tell = (progress: Progress) => void (signal.aborted || report(progress))
        return readParts(partsOf(source), signal, seldom(tell))
      },
    ),
    prepareModel: fromPromise<Model, { source: ModelSource; parts: readonly ArrayBuffer[] }>(
      async ({ input: { source, parts } }) => {
        const names = partsOf(source)
        const read = await Promise.all(parts.map((bytes, index) => readFile(bytes, names[index], now())))
        const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
        const model = await assemble(read, size)
        if (!hasSomethingToDraw(model.root)) throw new ViewerError('nothing', 'There is nothing to draw in the model')
        return model
      },
    ),
  }
}

/** Reads one file once there is a renderer; `part` is where it came from. */
export async function readFile(
  bytes: ArrayBuffer,
  part: ModelPart | undefined,
  { budget, decoderPath, allowExternal, vrm, renderer }: Reading,
): Promise<ReadModel> {
  const limits = { ...MODEL_BUDGET, ...budget }
  const base = allowExternal ? folderOf(part) : undefined
  return readModel(bytes, { budget: limits, decoderPath, base, vrm, gl: await renderer() })
}

/** The folder that a file lies in; what is in memory lies in none, though it may have an address of its own. */
const folderOf = (part: ModelPart | undefined): string =>
  typeof part === 'string' && !/^(data|blob):/i.test(part) ? new URL('.', new URL(part, location.href)).href : ''

/** How often progress is told, in milliseconds. */
const EVERY = 80

function seldom(tell: (progress: Progress) => void): (progress: Progress) => void {
  let told = Number.NEGATIVE_INFINITY
  return (progress) => {
    const now = performance.now()
    if (now - told < EVERY && progress.done !== progress.total) return
    told = now
    tell(progress)
  }
}
