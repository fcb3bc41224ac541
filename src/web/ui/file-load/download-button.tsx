import { useState } from 'react'
import { Button } from '@mantine/core'
import type { Endpoint, InputOf } from '../../../shared/contract'
import { isShownByHandler } from '../../api'
import { callFile } from '../../files/call-file'
import { useTranslation } from '../../i18n'
import { Icon } from '../../icons'
import { notifyError } from '../../notify'
import { saveFile } from '../../files/save-file'

/** Downloads a file; `busy` meanwhile. */
export function useDownload<E extends Endpoint>(endpoint: E, input: InputOf<E>, named: string) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const { blob, name } = await callFile(endpoint, input)
      saveFile(blob, name || `${named}.xlsx`)
    } catch (error) {
      if (!isShownByHandler(error)) notifyError(t('Не удалось выгрузить данные!'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: () => void run() }
}

interface DownloadButtonProps<E extends Endpoint> {
  endpoint: E
  input: InputOf<E>
  /** name of the file, when the server gives none */
  named: string
  size?: 'xs'
  /** translated */
  children: string
}

export function DownloadButton<E extends Endpoint>({ endpoint, input, named, size, children }: DownloadButtonProps<E>) {
  const { busy, run } = useDownload(endpoint, input, named)
  return (
    <Button
      variant="default"
      size={size}
      fz="sm"
      loading={busy}
      leftSection={<Icon name="sort" size={16} />}
      onClick={run}
    >
      {children}
    </Button>
  )
}
