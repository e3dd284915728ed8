import { useEffectEvent, useLayoutEffect } from 'react'
import type { ActionIcon } from './list/action-icon.tsx'

export interface PageCommandChoice {
  id: string
  label: string
}

export interface PageCommand {
  id: string
  /** Label of the action, the same as on its button. */
  label: string
  icon?: ActionIcon
  disabledReason?: string | undefined
  /** Loads the items to choose from, once the user selects the action. Rejects with `ApiError`. */
  choices?: ((signal: AbortSignal) => Promise<readonly PageCommandChoice[]>) | undefined
  /** Runs the action. `choice` is the id of the chosen item. */
  run: (choice?: string) => void
}

/**
 * Available actions, and their subject: the selected rows or the open asset. Without a subject, the actions are listed as help.
 */
export interface PageCommandGroup {
  subject?: string
  commands: readonly PageCommand[]
}

const commandSources: (() => PageCommandGroup | null)[] = []

/** Registers a view's actions with the command palette while the view is mounted. */
export function usePageCommands(provideGroup: () => PageCommandGroup | null): void {
  const getGroup = useEffectEvent(provideGroup)
  useLayoutEffect(() => {
    const source = () => getGroup()
    commandSources.push(source)
    return () => void commandSources.splice(commandSources.indexOf(source), 1)
  }, [])
}

/** Returns all available actions. Not for use during render. */
export const collectPageCommands = (): PageCommandGroup[] =>
  commandSources.flatMap((getGroup) => {
    const group = getGroup()
    return group && group.commands.length > 0 ? [group] : []
  })
