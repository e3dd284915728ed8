import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, OverlayArrow, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './Tooltip.module.css'

/** Props of {@link Tooltip}. */
export interface TooltipProps {
  /** What the tip says; words or words with a {@link Kbd}. */
  tip: ReactNode
  /** The control it belongs to: one that React Aria can focus (Button, IconButton). */
  children: ReactElement
  /** Where it opens; it flips by itself where there is no room. Default `top`. */
  placement?: 'top' | 'bottom' | 'left' | 'right'
}

/** A short explanation of a control: after 400 ms under the pointer, at once on keyboard focus (look.md §7). */
export function Tooltip({ tip, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      {children}
      <AriaTooltip className={styles.tip!} placement={placement} offset={8}>
        <OverlayArrow className={styles.arrow!} />
        {tip}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
