import { Component, type ReactNode } from 'react'

export interface PreviewErrorBoundaryProps {
  onError: () => void
  children: ReactNode
}

/** Error boundary that keeps the form usable when the preview fails to render or load. */
export class PreviewErrorBoundary extends Component<PreviewErrorBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  override render() {
    return this.state.isBroken ? null : this.props.children
  }
}
