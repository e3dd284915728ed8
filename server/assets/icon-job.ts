import type { Asset } from '../../src/api/contract/assets.ts'
import { JobError, type JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import type { IconRenderSettings } from '../render/icon.ts'
import { InvalidJobInputError } from '../workers/worker-process.ts'
import { assertUnlocked, changeAsset } from './write.ts'

/**
 * Renders the icon of an asset. Discards the icon if the asset's model has changed, or if another icon was uploaded in the
 * meantime. The asset's version changes only if a user requested to replace an existing icon (see {@link changeAsset}).
 */
export const createIconJobKind = (deps: JobDependencies): JobKind<JobPayloads['icon']> => ({
  async perform({ payload: { assetId, modelUrl, over: replacedIconUrl }, ownerId }, { signal }) {
    const owner = ownerId!
    const picture = await renderModel(deps, modelUrl, owner)
    signal.throwIfAborted()
    const icon = await deps.files.storeBytes(picture, owner)
    return async (trx) => {
      const isRendered = async () =>
        (await trx.selectFrom('assets').select('icon_rendered').where('id', '=', assetId).executeTakeFirstOrThrow())
          .icon_rendered
      const write = async (before: Asset) => {
        if (before.modelUrl !== modelUrl) return {}
        if (before.iconUrl !== undefined && before.iconUrl !== replacedIconUrl && !(await isRendered())) return {}
        assertUnlocked(before)
        return { icon_url: icon, icon_rendered: true }
      }
      await changeAsset(trx, deps, { id: owner }, assetId, 'updated', write, {
        isDerived: replacedIconUrl === undefined,
      })
    }
  },
})

/** Renders an image of a model, in fair order among owners. Throws {@link JobError} if the model cannot be rendered. */
export async function renderModel(
  { files, renderIcon, log }: JobDependencies,
  modelUrl: string,
  owner: string,
  settings?: IconRenderSettings,
): Promise<Uint8Array> {
  if (!renderIcon) throw new JobError('This server does not generate icons.')
  return files.content.withLocalCopy(modelUrl, (path) =>
    renderIcon(path, owner, settings).catch((error: unknown) => {
      // Other errors may be temporary, such as an unreadable file or a process that cannot be started.
      if (!(error instanceof InvalidJobInputError)) throw error
      log.warn({ err: error, modelUrl }, 'icon rendering failed')
      throw new JobError('The model cannot be rendered.')
    }),
  )
}
