import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import type { AssetCommand } from '../../machines/rules/asset-commands.ts'
import { useAtelier } from '../context.ts'
import { useToasts } from '../list/use-toasts.ts'
import type { AssetActor } from './use-asset.ts'

/** What is done, in words; what is seen where it was done, and taken back there, needs none. */
export function doneWord(command: AssetCommand): string | undefined {
  switch (command.do) {
    case 'tag':
      return command.isOn ? undefined : 'asset.done.untag'
    case 'place':
      return command.position === undefined ? undefined : 'asset.done.place'
    case 'replace':
      return command.modelUrl === undefined ? 'asset.done.icon' : 'asset.done.model'
    case 'portray':
      return 'asset.done.icon'
    case 'unlink':
    case 'revert':
    case 'adopt':
    case 'sync':
      return `asset.done.${command.do}`
    default:
      return undefined
  }
}

/** Tells what became of commands, with Undo; gives what shows it. */
export function useCommands(actor: AssetActor): (() => React.ReactNode) | undefined {
  const { translate } = useAtelier()
  const toasts = useToasts('asset.notices')
  const tellDone = useEffectEvent(async ({ command, undo }: { command: AssetCommand; undo: AssetCommand | null }) => {
    const word = undo && doneWord(command)
    if (!word) return
    const kit = await toasts.want()
    kit.undo({
      text: translate(word),
      label: translate('asset.undo'),
      onUndo: () => actor.send({ type: 'command.requested', command: undo, isUndo: true }),
      onGone: () => {},
    })
  })
  const tellRefused = useEffectEvent(async ({ error }: { error: unknown }) => {
    const kit = await toasts.want()
    kit.bad({ text: translate('asset.notDone'), detail: translate(wordOf(error)) })
  })
  useEffect(() => {
    const heard = [
      actor.on('command.done', (event) => void tellDone(event).catch(() => {})),
      actor.on('command.refused', (event) => void tellRefused(event).catch(() => {})),
    ]
    return () => {
      for (const { unsubscribe } of heard) unsubscribe()
    }
  }, [actor])
  return toasts.Region
}

/** The command that is under way. */
export const useCommand = (actor: AssetActor): AssetCommand | null =>
  useSelector(actor, (snapshot) =>
    snapshot.matches({ shown: 'performing' }) ? (snapshot.context.command?.command ?? null) : null,
  )
