import type { ReactNode, RefObject } from 'react'
import { Tooltip as AriaTooltip, OverlayArrow, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import styles from './Tooltip.module.css'

/** Props of {@link TooltipBody}. */
export interface TooltipBodyProps {
  /** By which the control names it as its description. */
  id?: string | undefined
  state: TooltipTriggerState
  trigger: RefObject<Element | null>
  placement: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

/** What a {@link Tooltip} shows while it is open, with an arrow to its control. */
export function TooltipBody({ state, trigger, placement, children, ...described }: TooltipBodyProps) {
  return (
    <TooltipTriggerStateContext value={state}>
      <AriaTooltip {...described} className={styles.tip!} triggerRef={trigger} placement={placement} offset={8}>
        <OverlayArrow className={styles.arrow!} />
        {children}
      </AriaTooltip>
    </TooltipTriggerStateContext>
  )
}
