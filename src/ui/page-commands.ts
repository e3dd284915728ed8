import { useEffectEvent, useLayoutEffect } from 'react'
import type { ActionIcon } from './list/action-icon.tsx'

/** One choice for an action. */
export interface PageCommandChoice {
  id: string
  label: string
}

/** Action that is available on the current page. */
export interface PageCommand {
  id: string
  /** Label of the action, equal to its button's. */
  label: string
  icon?: ActionIcon
  /** Reason why the action is disabled. */
  disabledReason?: string | undefined
  /** Loads the choices for the action, requested when the user selects it. Rejects with `ApiError`. */
  choices?: ((signal: AbortSignal) => Promise<readonly PageCommandChoice[]>) | undefined
  /** `choice` is the id of the chosen item. */
  run: (choice?: string) => void
}

/** Available actions and their target, such as the selected rows or the open asset. Without a target they are listed as help. */
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
