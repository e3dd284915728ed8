import type { ReactNode, RefObject } from 'react'
import { Tooltip as AriaTooltip, OverlayArrow, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import styles from './Tooltip.module.css'

export interface TooltipBodyProps {
  /** Id for the control's `aria-describedby`. */
  id?: string | undefined
  state: TooltipTriggerState
  trigger: RefObject<Element | null>
  placement: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

/** Visible part of a `Tooltip`, with an arrow to the control. */
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
