import { useSelector } from '@xstate/react'
import { useEffect, useEffectEvent } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import type { AssetCommand } from '../../machines/asset/asset-commands.ts'
import { useToasts } from '../list/use-toasts.ts'
import type { MessageKey } from '../message-key.ts'
import { assetMessages } from '../messages/asset.ts'
import { useTranslate } from '../use-translate.ts'
import type { AssetActor } from './use-asset.ts'

/**
 * Returns the message key for a finished command. Undefined for commands whose effect is visible and can be reversed on the page.
 */
export function finishedMessageKeyOf(command: AssetCommand): MessageKey<'asset'> | undefined {
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

/** Shows the outcome of commands as toasts, with Undo where possible. Returns the toast region. */
export function useCommandToasts(actor: AssetActor): (() => React.ReactNode) | undefined {
  const translate = useTranslate(assetMessages)
  const toasts = useToasts('asset.notices')
  const showDone = useEffectEvent(async ({ command, undo }: { command: AssetCommand; undo: AssetCommand | null }) => {
    const textKey = undo && finishedMessageKeyOf(command)
    if (!textKey) return
    const toastKit = await toasts.load()
    toastKit.undo({
      text: translate(textKey),
      label: translate('asset.undo'),
      onUndo: () => actor.send({ type: 'command.requested', command: undo, isUndo: true }),
      onClosed: () => {},
    })
  })
  const showRefused = useEffectEvent(async ({ error }: { error: unknown }) => {
    const toastKit = await toasts.load()
    toastKit.error({ text: translate('asset.notDone'), detail: translate(getErrorMessageKey(error)) })
  })
  useEffect(() => {
    const subscriptions = [
      actor.on('command.done', (event) => void showDone(event).catch(() => {})),
      actor.on('command.refused', (event) => void showRefused(event).catch(() => {})),
    ]
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe()
    }
  }, [actor])
  return toasts.Region
}

export const useRunningCommand = (actor: AssetActor): AssetCommand | null =>
  useSelector(actor, (snapshot) =>
    snapshot.matches({ shown: 'runningCommand' }) ? (snapshot.context.command?.command ?? null) : null,
  )
