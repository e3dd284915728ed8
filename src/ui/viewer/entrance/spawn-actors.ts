import type { WebGLRenderer } from 'three'
import { fromPromise } from 'xstate'
import { MODEL_BUDGET, type ModelBudget } from '../../../files/model-budget.ts'
import {
  type ModelPart,
  type ModelSource,
  type Progress,
  sourcePartsOf,
} from '../../../machines/viewer/model-source.ts'
import type { ParsedModel } from '../load/fbx.ts'
import { assembleModel, type Model } from '../load/model.ts'
import { hasSomethingToDraw, readModel } from '../load/read-model.ts'
import { readSourceParts } from '../load/read-source.ts'
import { ViewerError } from '../viewer-error.ts'

export interface ReadingContext {
  decoderPath: string | undefined
  allowExternal: boolean
  budget: Partial<ModelBudget> | undefined
  vrm?: boolean | undefined
  /** Resolves with the renderer once it exists; rejects if it cannot be created. */
  renderer: () => Promise<WebGLRenderer>
  /** Aborts with the error if no renderer can be created. */
  failureSignal: AbortSignal
}

/** Creates the actors that the spawn machine invokes. `currentContext` is called whenever an actor needs the settings. */
export function createSpawnActors(currentContext: () => ReadingContext) {
  return {
    watchRenderer: fromPromise<never>(
      ({ signal }) =>
        new Promise((_, reject) => {
          const { failureSignal } = currentContext()
          const fail = () => reject(failureSignal.reason)
          if (failureSignal.aborted) fail()
          else failureSignal.addEventListener('abort', fail, { once: true, signal })
        }),
    ),
    fetchParts: fromPromise<readonly ArrayBuffer[], { source: ModelSource; report: (progress: Progress) => void }>(
      async ({ input: { source, report }, signal }) => {
        // Without a renderer, no model can be shown, so no model is fetched.
        currentContext().failureSignal.throwIfAborted()
        // Reading from memory is not abortable and may report progress after the abort.
        const reportProgress = (progress: Progress) => void (signal.aborted || report(progress))
        return readSourceParts(sourcePartsOf(source), signal, throttleProgress(reportProgress))
      },
    ),
    prepareModel: fromPromise<Model, { source: ModelSource; parts: readonly ArrayBuffer[] }>(
      async ({ input: { source, parts } }) => {
        const names = sourcePartsOf(source)
        const parsedParts = await Promise.all(
          parts.map((bytes, index) => readEntranceFile(bytes, names[index], currentContext())),
        )
        const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
        const model = await assembleModel(parsedParts, size)
        if (!hasSomethingToDraw(model.root)) throw new ViewerError('nothing', 'The model has nothing to draw')
        return model
      },
    ),
  }
}

/** Reads one file once the renderer exists; `part` is the file's source. */
export async function readEntranceFile(
  bytes: ArrayBuffer,
  part: ModelPart | undefined,
  { budget, decoderPath, allowExternal, vrm, renderer }: ReadingContext,
): Promise<ParsedModel> {
  const limits = { ...MODEL_BUDGET, ...budget }
  const base = allowExternal ? folderOf(part) : undefined
  return readModel(bytes, { budget: limits, decoderPath, base, vrm, gl: await renderer() })
}

/** Returns the URL of a file's folder; empty for `data:` and `blob:` sources. */
const folderOf = (part: ModelPart | undefined): string =>
  typeof part === 'string' && !/^(data|blob):/i.test(part) ? new URL('.', new URL(part, location.href)).href : ''

const PROGRESS_INTERVAL_MS = 80

function throttleProgress(report: (progress: Progress) => void): (progress: Progress) => void {
  let lastReport = Number.NEGATIVE_INFINITY
  return (progress) => {
    const now = performance.now()
    if (now - lastReport < PROGRESS_INTERVAL_MS && progress.done !== progress.total) return
    lastReport = now
    report(progress)
  }
}
