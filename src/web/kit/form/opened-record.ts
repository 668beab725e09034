import { useState } from 'react';

/**
 * A record as it was when its form was opened, with its version. What is read anew behind the form must not lift that version
 * under what was typed: the server would take for seen what a colleague has saved meanwhile.
 */
export const useOpenedRecord = <Opened>(live: Opened): Opened => useState(() => live)[0];
