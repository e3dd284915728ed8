import type { Client } from '../../api/contract/client.ts'
import { createApiError } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { TaggingResult } from '../../api/contract/tags.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import type { AssetCommand } from '../../machines/asset/asset-commands.ts'
import { type Ability, can } from '../../machines/session/ability.ts'
import type { SendFile } from '../../machines/upload/send-file.ts'
import { fetchBodies } from '../fetch-bodies.ts'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import type { AssetCalls } from './use-asset.ts'

type Api = Client<typeof contract>
export interface AssetCallDependencies {
  ability: () => Ability
  sendFile: SendFile
  /** Captures the viewer's picture as a square PNG with a transparent background. Rejects if the viewer shows no model. */
  capture: () => Promise<Blob>
  download: (url: string) => void
  /** Returns the absolute URL of a path in the API's responses. */
  addressOf: (path: string) => string
}

interface CallOptions {
  signal: AbortSignal
  ifMatch?: string
}

/** Number of history entries loaded with an asset; earlier ones are loaded on request. */
const FIRST_HISTORY_ENTRIES = 50

/**
 * Creates the API calls of an asset's page. Loading an asset also loads the applications, tags and bodies for their names. Loads
 * at most 100 of each kind, and only the kinds that the user is allowed to read.
 */
export function createAssetCalls(api: Api, dependencies: AssetCallDependencies): AssetCalls {
  const load = async (id: string, signal: AbortSignal): Promise<AssetPage> => {
    const ability = dependencies.ability()
    const query = { limit: MAX_LIST_LIMIT }
    const [asset, history, applications, tags, links, bodies] = await Promise.all([
      api.assets.get({ id }, { signal }),
      api.assets.changelog({ id, query: { limit: FIRST_HISTORY_ENTRIES } }, { signal }),
      can(ability, 'read', 'Application') ? api.applications.list({ query }, { signal }) : { data: [] },
      can(ability, 'read', 'Tag') ? api.tags.list({ query }, { signal }) : { data: [] },
      api.assets.application({ id, query: { ...query, order: 'name' } }, { signal }),
      fetchBodies(api.assets, signal),
    ])
    const { nextCursor: cursor, totalDocs: total } = history.pagination
    return {
      asset,
      history: history.data,
      ...(cursor !== undefined && { earlier: { cursor, total } }),
      applications: applications.data,
      tags: tags.data,
      links: links.data,
      bodies: bodies.map(({ id, name }) => ({ id, name })),
    }
  }
  return {
    load,
    setLock: async (id, { locked, reason }, signal) => {
      if (locked) await api.assets.lock({ id, body: { ...(reason !== undefined && { reason }) } }, { signal })
      else await api.assets.unlock({ id, body: {} }, { signal })
      return load(id, signal)
    },
    save: async (id, change, updatedAt, signal) => {
      if (Object.keys(change).length > 0) await api.assets.update({ id, body: change }, { signal, ifMatch: updatedAt })
      return load(id, signal)
    },
    runCommand: async (id, command, updatedAt, signal) => {
      const preparedCommand = command.do === 'portray' ? await uploadPortrait(dependencies, signal) : command
      if (preparedCommand.do === 'source')
        dependencies.download(dependencies.addressOf((await api.assets.source({ id }, { signal })).url))
      else await performCommand(api, id, preparedCommand, { signal, ifMatch: updatedAt })
      return load(id, signal)
    },
  }
}

/** Runs a command. Commands that depend on the displayed asset send that asset's version. */
function performCommand(
  api: Api,
  id: string,
  command: Exclude<AssetCommand, { do: 'portray' | 'source' }>,
  versionOptions: CallOptions,
): Promise<unknown> {
  const { assets, applicationAssets } = api
  const options = { signal: versionOptions.signal }
  switch (command.do) {
    case 'open':
      return assets.update({ id, body: { defaultAuthorized: command.isOpen } }, options)
    case 'tag':
      return setTag(api, id, command, options)
    case 'makeTag':
      return createAndSetTag(api, id, command.name, options)
    case 'link':
    case 'place': {
      const { do: action, ...body } = command
      return (action === 'link' ? assets.addToApplication : assets.updateApplication)({ id, body }, options)
    }
    case 'unlink':
      return assets.removeFromApplication({ id, body: { applicationId: command.applicationId } }, options)
    case 'revert':
      return assets.revert({ id, body: { entryId: command.entryId } }, versionOptions)
    case 'adopt':
      return assets.adoptVariant({ id, recipe: command.recipe }, versionOptions)
    case 'sync':
      return applicationAssets.syncWithParent({ id, body: {} }, versionOptions)
    case 'replace': {
      const { do: _, ...body } = command
      return assets.update({ id, body }, versionOptions)
    }
  }
}

async function uploadPortrait({ capture, sendFile }: AssetCallDependencies, signal: AbortSignal) {
  const file = new File([await capture()], 'icon.png', { type: 'image/png' })
  const { url } = await sendFile(file, { kind: 'icon', signal, onProgress: () => {}, onStateChange: () => {} })
  return { do: 'replace', iconUrl: url } as const
}

async function setTag(
  { tags }: Api,
  id: string,
  { tagId, isOn, restores }: Extract<AssetCommand, { do: 'tag' }>,
  options: CallOptions,
): Promise<void> {
  const body = { tagId, assetIds: [id], ...(restores !== undefined && { restores: { [id]: restores } }) }
  const { refused }: TaggingResult = await (isOn ? tags.setTag : tags.removeTag)({ body }, options)
  if (refused[0]) throw createApiError('tags', refused[0].code)
}

async function createAndSetTag(api: Api, id: string, name: string, options: CallOptions): Promise<void> {
  const { tagId } = await api.tags.create({ body: { name, color: pigmentOf(name) } }, options)
  await setTag(api, id, { do: 'tag', tagId, isOn: true }, options)
}
