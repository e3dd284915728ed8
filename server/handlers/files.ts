import type { files as contract } from '../../src/api/contract/files.ts'
import { forbidden } from '../auth/caller.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'

/** Tells what became of an upload; its owner alone may ask. */
export const fileHandlers = ({ files }: Deps): ServiceHandlers<typeof contract> => ({
  async describe({ params }, { caller }) {
    const upload = await files.finished(params.id)
    if (!upload) throw notFound('The upload')
    if (upload.ownerId !== caller.id) throw forbidden()
    return upload
  },
})
