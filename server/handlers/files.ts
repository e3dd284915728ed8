import type { files as contract } from '../../src/api/contract/files.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { usageOf } from '../files/quota.ts'

/** Tells what became of an upload, and how much room is taken; its owner alone may ask. */
export const fileHandlers = ({ db, files }: Deps): ServiceHandlers<typeof contract> => ({
  async describe({ params }, { caller }) {
    const upload = await files.finished(params.id, caller.id)
    if (!upload) throw notFound('The upload')
    return upload
  },

  async usage(_, { caller }) {
    return { ...(await usageOf(db, caller.id)), quotaBytes: files.quota.bytes }
  },
})
