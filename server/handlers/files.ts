import type { files as contract } from '../../src/api/contract/files.ts'
import { forbidden } from '../auth/caller.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { usageOf } from '../files/quota.ts'

/** Tells what became of an upload, and how much room is taken; its owner alone may ask. */
export const fileHandlers = ({ db, files }: Deps): ServiceHandlers<typeof contract> => ({
  async describe({ params }, { caller }) {
    const upload = await files.finished(params.id)
    if (!upload) throw notFound('The upload')
    if (upload.ownerId !== caller.id) throw forbidden()
    return upload
  },

  async usage(_, { caller }) {
    return { ...(await usageOf(db, caller.id)), quotaBytes: files.quota.bytes }
  },
})
