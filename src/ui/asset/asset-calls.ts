import type { Client } from '../../api/contract/client.ts'
import { refusal } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { Tagged } from '../../api/contract/tags.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import { type Ability, may } from '../../machines/rules/ability.ts'
import type { AssetCommand } from '../../machines/rules/asset-commands.ts'
import type { SendFile } from '../../machines/rules/sending.ts'
import { pigmentOf } from '../kit/pigment.ts'
import { readBodies } from '../read-bodies.ts'
import type { AssetCalls } from './use-asset.ts'

type Api = Client<typeof contract>
/** What is needed besides the client. */
export interface AssetNeeds {
  /** What the person may do now. */
  ability: () => Ability
  sendFile: SendFile
  /** A square PNG of what the stage shows, with a clear ground. Rejects where nothing stands there. */
  capture: () => Promise<Blob>
}

interface Options {
  signal: AbortSignal
  ifMatch?: string
}

/** So many entries of its history come with an asset; the others are asked for where somebody looks for them. */
const FIRST_ENTRIES = 50

/** The calls of an asset's page; what names stand for comes with the asset, at most a hundred of each, as far as it may be read. */
export function assetCalls(api: Api, needs: AssetNeeds): AssetCalls {
  const load = async (id: string, signal: AbortSignal): Promise<AssetPage> => {
    const ability = needs.ability()
    const query = { limit: MAX_LIMIT }
    const [asset, history, applications, tags, links, bodies] = await Promise.all([
      api.assets.get({ id }, { signal }),
      api.assets.changelog({ id, query: { limit: FIRST_ENTRIES } }, { signal }),
      may(ability, 'read', 'Application') ? api.applications.list({ query }, { signal }) : { data: [] },
      may(ability, 'read', 'Tag') ? api.tags.list({ query }, { signal }) : { data: [] },
      api.assets.application({ id, query: { ...query, order: 'name' } }, { signal }),
      readBodies(api.assets, signal),
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
    perform: async (id, command, updatedAt, signal) => {
      const todo = command.do === 'portray' ? await portrait(needs, signal) : command
      await perform(api, id, todo, { signal, ifMatch: updatedAt })
      return load(id, signal)
    },
  }
}

/** Does a command; what rests on what the page shows goes with its version. */
function perform(
  api: Api,
  id: string,
  command: Exclude<AssetCommand, { do: 'portray' }>,
  versioned: Options,
): Promise<unknown> {
  const { assets, applicationAssets } = api
  const options = { signal: versioned.signal }
  switch (command.do) {
    case 'open':
      return assets.update({ id, body: { defaultAuthorized: command.isOpen } }, options)
    case 'tag':
      return setTag(api, id, command, options)
    case 'makeTag':
      return makeTag(api, id, command.name, options)
    case 'link':
    case 'place': {
      const { do: what, ...body } = command
      return (what === 'link' ? assets.addToApplication : assets.updateApplication)({ id, body }, options)
    }
    case 'unlink':
      return assets.removeFromApplication({ id, body: { applicationId: command.applicationId } }, options)
    case 'revert':
      return assets.revert({ id, body: { entryId: command.entryId } }, versioned)
    case 'adopt':
      return assets.adoptVariant({ id, recipe: command.recipe }, versioned)
    case 'sync':
      return applicationAssets.syncWithParent({ id, body: {} }, versioned)
    case 'replace': {
      const { do: _, ...body } = command
      return assets.update({ id, body }, versioned)
    }
  }
}

/** Takes a picture of the stage and sends it. */
async function portrait({ capture, sendFile }: AssetNeeds, signal: AbortSignal) {
  const file = new File([await capture()], 'icon.png', { type: 'image/png' })
  const { url } = await sendFile(file, { kind: 'icon', signal, onProgress: () => {}, onPace: () => {} })
  return { do: 'replace', iconUrl: url } as const
}

async function setTag(
  { tags }: Api,
  id: string,
  { tagId, isOn, restores }: Extract<AssetCommand, { do: 'tag' }>,
  options: Options,
): Promise<void> {
  const body = { tagId, assetIds: [id], ...(restores !== undefined && { restores: { [id]: restores } }) }
  const { refused }: Tagged = await (isOn ? tags.setTag : tags.removeTag)({ body }, options)
  if (refused[0]) throw refusal('tags', refused[0].code)
}

async function makeTag(api: Api, id: string, name: string, options: Options): Promise<void> {
  const { tagId } = await api.tags.create({ body: { name, color: pigmentOf(name) } }, options)
  await setTag(api, id, { do: 'tag', tagId, isOn: true }, options)
}
