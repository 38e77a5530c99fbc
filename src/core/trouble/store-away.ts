/** The database was not there for what was asked of it. Its message is for the operator. */
export class StoreAway extends Error {}
